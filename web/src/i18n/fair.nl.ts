import type { FairPlay } from './fair';

export const fair: FairPlay = {
  lead: 'Een partij is iets waard als beide kanten haar zelf spelen, en als beide vriendelijk worden behandeld. Dat is alles; de rest volgt eruit.',
  sections: [
    ['Speel zelf',
      'Zolang een partij loopt, helpt niemand: geen engine, geen tabellen, geen boek, geen ander mens. Dat geldt ook voor je eigen pagina: analyseer als de partij is afgelopen.',
      'In partijen met dagen per beurt mag je op een eigen bord stenen verplaatsen om na te denken. Een engine blijft verboden.',
      'Wie een programma laat spelen, gebruikt een bot: iedereen ziet dat het er een is. Ook de computers van de server zijn te herkennen.'],
    ['Speel tot het einde',
      'Speel door, geef op of bied remise aan. Laat de klok niet leeglopen in een verloren stelling en ga niet zomaar weg: na een minuut mag de ander de partij opeisen.',
      'Voor de tweede beurt kan een partij zonder uitslag eindigen. Daarna telt ze.',
      'Speel om te winnen. Met opzet verliezen, of uitslagen afspreken om een rating te veranderen, is vals spelen.'],
    ['Eén mens, één account',
      'Heb één account. Speel niet tegen jezelf en leen je account niet uit.',
      'Kies een naam die niemand kwetst. Hij blijft bij je afgelopen partijen staan.'],
    ['Wees vriendelijk',
      'Hier is geen chat, alleen een paar hoffelijke zinnen. In de instellingen kun je ze uitzetten.',
      'Terugnemen is een gunst: je mag erom vragen, en de ander mag zonder reden weigeren.'],
    ['Als iemand niet eerlijk speelt',
      'Meld de speler, vanaf zijn of haar pagina of vanuit de partij. Een mens die deze server beheert, leest het. Een melding is geen bewijs, en veel meldingen zijn dat ook niet.',
      'De beheerder van de server kan een naam blokkeren of een partij sluiten; een gesloten partij telt niet.'],
    ['Wat er bewaard wordt',
      'De server bewaart je partijen en, met een account, je naam, een wachtwoord dat niemand kan lezen, en je ratings. Afgelopen partijen zijn voor iedereen te zien.',
      'Op de pagina van je account kun je alles als bestand opslaan of verwijderen. Verwijderde spelers blijven zonder naam in afgelopen partijen staan.'],
  ],
};
