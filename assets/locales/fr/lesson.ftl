### La partie d’exercice : cinq exercices, avec ce qui est juste et ce qui ne l’est pas.

lesson-title = ## Exercice · { $number }/{ $of }
lesson-aim = Le but dans un duel : priver l’autre de coups. Cinq exercices montrent comment.
lesson-slide = **Glisser.** Tu joues Orange. Ton pion sur la case dorée, c3, avance d’une case, toujours tout droit. Pose-le sur un pion bleu : la pile est à la couleur du dessus.
lesson-slide-right = ✅ La pile est à toi. Bleu ne peut pas déplacer le pion du dessous tant que tu n’enlèves pas le tien.
lesson-slide-wrong = ❌ `{ $move }` est permis, mais les pions de cette case sont déjà à toi. Cherche une case encadrée avec un pion bleu.
lesson-tower = **Tour.** Ta pile sur la case dorée, c6, compte quatre pions, elle va donc jusqu’à quatre cases. Déplace-la en entier : autant de cases que de pions.
lesson-tower-right = ✅ Quatre pions, quatre cases. Ce qui se trouve entre les deux ne compte pas.
lesson-tower-wrong = ❌ `{ $move }` n’emmène qu’une partie de la tour, car la distance dit combien de pions se déplacent. Entière, elle va à exactement quatre cases.
lesson-split = **Diviser.** La même tour en c6, de bas en haut : bleu, orange, bleu, orange. Déplace juste assez de pions pour qu’un des tiens soit au sommet du reste.
lesson-split-right = ✅ Tu as maintenant deux piles au lieu d’une.
lesson-split-wrong = ❌ `{ $move }` est permis, mais il ne reste alors rien à toi. Compte par le haut combien de pions sont au-dessus de ton deuxième.
lesson-capture = **Prendre.** Aucune pile ne peut dépasser cinq pions. Déplace tes deux pions de la case dorée, c5, sur la pile de cinq en c3 : les deux pions du bas, sur sept, doivent partir.
lesson-capture-right = ✅ Un pion bleu est pris et quitte la partie. Le pion orange était à toi, il est revenu dans ta réserve.
lesson-capture-wrong = ❌ `{ $move }` est permis, mais aucune pile ne dépasse alors cinq. La pile de cinq est en c3.
lesson-reserve = **Réserve.** Tu as maintenant un pion en réserve. Au lieu de déplacer une pile, tu peux le poser sur n’importe quelle case, ici sur n’importe quelle case de la rangée 4. Bleu vient de former une pile de deux en g4 : empare-t’en.
lesson-reserve-right = ✅ La pile est à toi. Une réserve peut sauver une partie : même sans pile, elle te laisse des coups.
lesson-reserve-wrong = ❌ `{ $move }` est permis, mais la pile de deux en g4 reste à Bleu.
lesson-done = **Tu connais maintenant tous les coups.** Dans un duel, celui qui peut encore jouer à la fin gagne ; dans une course, ce sont les prises qui font gagner.
lesson-offer = Ta première partie ? Cinq petits exercices te montrent tous les coups en deux minutes.
