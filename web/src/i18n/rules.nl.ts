import type { RuleBook } from './rules';

export const book: RuleBook = {
  lead: 'Sla alle stenen van de andere kant. Een steen slaat door naar een rij vijandelijke stenen toe te stappen, of door ervan weg te stappen.',
  sections: [
    {
      number: '1',
      title: 'Het bord',
      clauses: [
        ['1.1', 'De kolommen heten a, b, c … vanaf links van Wit, de rijen 1, 2, 3 … vanaf de kant van Wit. a1 is de linkerhoek dicht bij Wit.'],
        ['1.2', 'Elk punt is verbonden met zijn buren opzij en naar boven en onder. Om het andere punt, ook a1, is sterk: diagonalen verbinden alleen sterke punten. Een stap volgt een getekende lijn.'],
        ['1.3', 'Tsivy heeft 9×5 punten en is het volle spel; dimy heeft er 5×5 en is korter; telo heeft er 3×3 en eigen regels (deel 6).'],
      ],
    },
    {
      number: '2',
      title: 'Het begin',
      clauses: [
        ['2.1', 'Wit vult de rijen onder de middelste, Zwart die erboven. Het midden is leeg.'],
        ['2.2', 'Op de middelste rij wisselen de stenen elkaar af; de eigen steen staat helemaal rechts, gezien door de speler zelf.'],
        ['2.3', 'Wit begint. Wie Wit speelt, wordt afgesproken of geloot.'],
      ],
    },
    {
      number: '3',
      title: 'Een beurt',
      clauses: [
        ['3.1', 'Valt er iets te slaan, dan moet de beurt slaan. Anders gaat één steen langs een lijn naar een leeg buurpunt: een paika, een stille beurt.'],
        ['3.2', 'Nadering: de steen stapt, en op het volgende punt in dezelfde richting staat een vijandelijke steen. Die wordt geslagen, met alle vijandelijke stenen er in een gesloten rij achter.'],
        ['3.3', 'Verwijdering: de steen stapt weg van een vijandelijke steen die direct achter het beginpunt stond. Die wordt geslagen, met alle vijandelijke stenen er in een gesloten rij achter.'],
        ['3.4', 'Doet één stap beide, dan kiest de speler er precies een.'],
        ['3.5', 'Welke slag het wordt en hoeveel stenen hij neemt, is vrij.'],
      ],
    },
    {
      number: '4',
      title: 'Kettingen',
      clauses: [
        ['4.1', 'Na een slag mag dezelfde steen in dezelfde beurt verder slaan. Geslagen stenen gaan meteen van het bord. Doorgaan is vrij; na elke slag mag de speler stoppen.'],
        ['4.2', 'Binnen een beurt komt de steen op geen punt waar hij al stond, het beginpunt inbegrepen.'],
        ['4.3', 'Twee stappen na elkaar gaan nooit in dezelfde richting.'],
      ],
    },
    {
      number: '5',
      title: 'Het einde',
      clauses: [
        ['5.1', 'Wie zijn laatste steen verliest, verliest de partij.'],
        ['5.2', 'Wie aan zet is en geen geldige beurt heeft, verliest.'],
        ['5.3', 'Het is remise als 50 beurten na elkaar, van beide spelers samen, zonder slag voorbijgaan.'],
        ['5.4', 'Het is remise als dezelfde stelling, met dezelfde kant aan zet, voor de derde keer op het bord staat.'],
        ['5.5', 'De spelers mogen remise afspreken, en een speler mag opgeven.'],
      ],
    },
    {
      number: '6',
      title: 'Telo',
      clauses: [
        ['6.1', 'Een bord van 3×3 punten met al zijn lijnen. Ieder heeft drie stenen, en er wordt niets geslagen.'],
        ['6.2', 'Om de beurt zet ieder een steen op een vrij punt, tot alle zes er staan. Daarna verplaatst elke beurt een eigen steen langs een lijn naar een vrij buurpunt.'],
        ['6.3', 'Wie het eerst drie stenen op een getekende lijn heeft, wint: drie rijen, drie kolommen, twee diagonalen. Een rij telt ook terwijl er nog wordt gezet.'],
        ['6.4', 'Wie geen beurt heeft, verliest, en de remises van deel 5 gelden; elke beurt telt als stil.'],
        ['6.5', 'Bij foutloos spel wint de eerste speler door in het midden te beginnen. Een hoek leidt tot remise, een rand verliest.'],
      ],
    },
    {
      number: '7',
      title: 'Vela',
      clauses: [
        ['7.1', 'Een partij met voorgift op tsivy of dimy. De winnaar van de vorige partij is de gever, de verliezer de nemer.'],
        ['7.2', 'Eerste fase, zolang de gever meer dan vijf stenen heeft: de gever stapt alleen en slaat niets, ook waar een stap zou slaan. De nemer slaat precies één steen per beurt, de dichtstbijzijnde op de lijn, zonder kettingen, en moet slaan als het kan.'],
        ['7.3', 'Zodra de gever vijf stenen heeft, spelen beide kanten volgens de gewone regels.'],
        ['7.4', 'De nemer begint, tenzij de regelkeuzes anders zeggen.'],
        ['7.5', 'In beide fasen geldt wat in deel 5 over het einde staat.'],
        ['7.6', 'Na een beslissende partij wordt vela aangeboden en geeft de winnaar. Na remise blijven de rollen. De kleuren blijven zoals ze waren.'],
      ],
    },
    {
      number: '8',
      title: 'Regelkeuzes',
      clauses: [
        ['8.1', 'Kettingen: vrij, of elke ketting moet door zolang het kan.'],
        ['8.2', 'De eerste beurt van de partij: vrij, of maar één slag.'],
        ['8.3', 'Een speler zonder beurt: verliest, of de partij is remise.'],
        ['8.4', 'Het aantal stille beurten en gelijke stellingen dat remise maakt. Wat niet standaard is, staat naast het bord.'],
        ['8.5', 'Vela: wie geeft, en of de nemer of de gever begint.'],
      ],
    },
  ],
};
