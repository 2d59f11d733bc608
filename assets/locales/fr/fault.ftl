### Ce que dit le bot quand quelque chose échoue ou qu’il lui manque une permission.

fault-noted = Quelque chose a échoué de notre côté (erreur `{ $fault }`). Rien n’est perdu ; réessaie dans un instant.
fault-record = Nous n’arrivons pas à lire une partie de nos données (erreur `{ $fault }`). Réessayer n’y changera rien ; signale-le à la personne qui gère ce bot.
fault-storage = Notre stockage a échoué (erreur `{ $fault }`). Ta dernière action n’a peut-être pas été enregistrée ; reviens voir dans une minute.
missing-permissions = Il me manque des permissions dans ce salon : { $permissions }. Demande-les à quelqu’un qui gère ce serveur.
missing-permissions-there = Il me manque des permissions dans { $channel } : { $permissions }. Demande-les à quelqu’un qui gère ce serveur.
missing-thread = Je ne vois pas encore ce fil privé ; mentionne-moi ici pour que je le rejoigne. Si ça ne suffit pas, demande à quelqu’un qui gère ce serveur de me laisser voir le salon.
missing-files = Tant que je ne peux pas joindre de fichiers, je décris ici le plateau en mots. Ce que je ne montre qu’à toi garde ses images.

permission-view-channel = Voir le salon
permission-connect = Se connecter
permission-send-messages = Envoyer des messages
permission-send-messages-in-threads = Envoyer des messages dans les fils
permission-create-public-threads = Créer des fils publics
permission-attach-files = Joindre des fichiers
permission-read-message-history = Voir les anciens messages
