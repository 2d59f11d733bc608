### Comment jouer avec le bot.

help-title = FOCUS sur Discord
help-intro =
    Déplace des piles, couvre les pions des autres et prive-les de coups : FOCUS de Sid Sackson, à deux, à trois ou à quatre.

    - **Commencer :** { $play } montre ce que tu peux choisir, et tout est déjà réglé : contre l’ordinateur, contre des personnes choisies ou ouvert à tous. Appuie sur **{ button-start }**. { $new } prend toutes les options d’un coup.
    - **Jouer :** avec le bouton bleu sous le plateau, ou avec { $move } et un coup comme `b7-c7` ou `+c5`. La distance dit combien de pions se déplacent.{ $reply }
    - **Règles :** { $rules }.
help-reply = Tu peux aussi répondre au plateau par un coup ; laisse le `@` de la réponse activé, sinon je ne peux pas le lire.
help-command = - { $command } – { $description }
