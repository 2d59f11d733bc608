"""A small discord.py bot: one command that answers with a file and a button."""

import io
import os

import discord
import yarl

URL = os.environ["SANDBOX_URL"]
discord.http.Route.BASE = f"{URL}/api/v10"
gateway = yarl.URL(URL.replace("http", "ws", 1)) / "gateway-ws"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway


class Again(discord.ui.View):
    """One button."""

    def __init__(self):
        super().__init__(timeout=None)

    @discord.ui.button(label="Again", custom_id="again", style=discord.ButtonStyle.primary)
    async def again(self, interaction: discord.Interaction, _button: discord.ui.Button):
        await interaction.response.defer()
        await interaction.edit_original_response(content="Hello again")
        await interaction.followup.send("Followed up", ephemeral=True)


class Bot(discord.Client):
    """Registers its command when logged in."""

    def __init__(self):
        super().__init__(intents=discord.Intents(guilds=True, guild_messages=True))
        self.tree = discord.app_commands.CommandTree(self)

    async def setup_hook(self):
        self.add_view(Again())
        await self.tree.sync()


bot = Bot()


@bot.tree.command(name="hello", description="Say hello")
async def hello(interaction: discord.Interaction, name: str):
    """Greets somebody."""
    file = discord.File(io.BytesIO(b"hello"), filename="hello.txt")
    await interaction.response.send_message(f"Hello {name}", file=file, view=Again())


bot.run(os.environ["SANDBOX_TOKEN"])
