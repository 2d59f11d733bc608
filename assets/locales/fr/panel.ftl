### Le panneau qui lance une partie.

panel-title = ## Jouer à FOCUS
panel-nobody = Choisis avec qui tu veux jouer.
panel-summary = -# { $parts }
panel-rated = classée
panel-unrated = non classée
panel-standard = règles standard
panel-thread = dans un fil
panel-thread-proposed = dans un fil, car ce salon a déjà une partie ou une table
panel-private = dans ce salon seulement
panel-fill = places libres : { $player }

panel-against-computer = Contre l’ordinateur
panel-against-people = Contre des gens de mon choix
panel-against-anyone = Ouvert à qui veut jouer
panel-whom = Choisis jusqu’à trois personnes
panel-level = Niveau : { $level }
panel-about-duel = Un contre un : ne laisse aucun coup à l’adversaire
panel-about-three-way = À trois, sans équipes : une course aux prises
panel-about-partners = Deux contre deux : les partenaires sont face à face
panel-about-free-for-all = À quatre, chacun pour soi : une course aux prises
panel-no-clock = Sans pendule
panel-clock = Pendule : { $clock }
panel-clock-other = Autre…
panel-overtime = quand le temps est écoulé : { $overtime }

panel-switches = Classée, fil, privée…
panel-switch-rated = Classée : le résultat compte
panel-switch-thread = Dans son propre fil
panel-switch-private = Privée : visible dans ce salon seulement
panel-switch-repetition = Pas de nulle par répétition
panel-switch-twelve = 12 pions chacun, comme en 1965

panel-form-title = Pendule et nulles
panel-form-clock = Pendule
panel-form-about-clock = 1d (un jour) ou 12h par coup, ou 2h+5m en tout, plus un ajout par coup. Vide : sans pendule.
panel-form-quiet = Coups sans prise avant la nulle
panel-form-about-quiet = Un nombre, par exemple 200, ou « off » pour que cela ne fasse jamais nulle.
