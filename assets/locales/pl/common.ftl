### Nazwy kolorów i odmian gry oraz łączące je słówka.
### Kolory stoją w liczbie mnogiej, jak „białe” i „czarne” w szachach.

color-orange = Pomarańczowe
color-green = Zielone
color-blue = Niebieskie
color-pink = Różowe

# Jeden pionek.
piece-orange = pomarańczowy
piece-green = zielony
piece-blue = niebieski
piece-pink = różowy

mode-duel = Pojedynek
mode-three-way = We troje
mode-partners = Pary
team-name = Para { $number }
mode-free-for-all = Każdy na każdego
mode-choice = { $mode } – { $seats ->
        [one] { $seats } osoba
        [few] { $seats } osoby
        [many] { $seats } osób
       *[other] { $seats } osoby
    }

list-and = { $rest } i { $last }
list-chain = { $rest }; { $last }
color-and-name = { $color } ({ $name })

level-beginner = Uczeń
level-novice = Nowicjusz
level-casual = Amator
level-skilled = Wprawny
level-strong = Mocny
level-expert = Ekspert
level-master = Mistrz
level-elite = Elita
level-champion = Czempion
level-legend = Legenda
level-full = Maksimum
computer-name = Focusbot · { $level }
