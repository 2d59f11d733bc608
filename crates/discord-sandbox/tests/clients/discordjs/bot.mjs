// A small discord.js bot: one command that answers with a file and a button.
import {
  ActionRowBuilder, AttachmentBuilder, ButtonBuilder, ButtonStyle, Client, Events,
  GatewayIntentBits,
} from "discord.js";

const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages],
  rest: { api: `${process.env.SANDBOX_URL}/api` },
});

client.once(Events.ClientReady, async () => {
  await client.application.commands.set([
    { name: "hello", description: "Say hello", options: [
      { type: 3, name: "name", description: "To whom", required: true },
    ] },
  ]);
});

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand()) {
    const name = interaction.options.getString("name");
    const file = new AttachmentBuilder(Buffer.from("hello"), { name: "hello.txt" });
    const button = new ButtonBuilder()
      .setCustomId("again").setLabel("Again").setStyle(ButtonStyle.Primary);
    const row = new ActionRowBuilder().addComponents(button);
    const sent = await interaction.reply({
      content: `Hello ${name}`, files: [file], components: [row], withResponse: true,
    });
    if (sent.resource.message.attachments.size !== 1) throw new Error("the file is lost");
  } else if (interaction.isButton()) {
    await interaction.deferUpdate();
    await interaction.editReply({ content: "Hello again" });
    await interaction.followUp({ content: "Followed up", flags: 64 });
  }
});

await client.login(process.env.SANDBOX_TOKEN);
