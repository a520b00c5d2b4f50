import type { RuleBook } from './rules';

export const book: RuleBook = {
  lead: 'Hano avokoa ny vaton’ny mpifanandrina. Mihinana ny vato iray rehefa manatona andalam-baton’ny hafa, na rehefa miala aminy.',
  sections: [
    {
      number: '1',
      title: 'Ny takelaka',
      clauses: [
        ['1.1', 'Ny andry dia antsoina hoe a, b, c … avy eo ankavian’ny Fotsy; ny andalana dia 1, 2, 3 … avy eo amin’ny Fotsy. Ny a1 no zoro ankavia akaiky ny Fotsy.'],
        ['1.2', 'Mitohy amin’ireo eo anilany sy eo ambony ary eo ambaniny ny teboka tsirairay. Matanjaka ny teboka isaky ny roa, manomboka amin’ny a1: ny teboka matanjaka ihany no ampitohizin’ny tsipika mitsivalana. Manaraka tsipika ny dingana.'],
        ['1.3', 'Manana teboka 9×5 ny tsivy, izay lalao feno; 5×5 kosa ny dimy, ka fohy kokoa; 3×3 ny telo, manana ny fitsipiny manokana (fizarana 6).'],
      ],
    },
    {
      number: '2',
      title: 'Ny fiandohana',
      clauses: [
        ['2.1', 'Ny Fotsy mameno ny andalana ambanin’ny afovoany, ny Mainty ny eo amboniny. Foana ny ivony.'],
        ['2.2', 'Mifandimby ny vato amin’ny andalana afovoany; ny vaton’ny mpilalao tsirairay no farany havanana raha izy no mijery.'],
        ['2.3', 'Ny Fotsy no manomboka. Ifanarahana na anaovana antsapaka izay ho Fotsy.'],
      ],
    },
    {
      number: '3',
      title: 'Ny anjara',
      clauses: [
        ['3.1', 'Raha misy azo hanina dia tsy maintsy mihinana. Raha tsy izany, vato iray no mandeha manaraka tsipika mankany amin’ny teboka malalaka eo akaiky: izany no atao hoe paika.'],
        ['3.2', 'Fanatonana: mamindra ny vato, ary misy vaton’ny hafa eo amin’ny teboka manaraka amin’io lalana io. Hanina io vato io sy izay vaton’ny hafa rehetra mifanesy ao ambadiny.'],
        ['3.3', 'Fialana: miala ny vato, ary misy vaton’ny hafa tao ambadiky ny teboka niaingany. Hanina io vato io sy izay vaton’ny hafa rehetra mifanesy ao ambadiny.'],
        ['3.4', 'Raha dingana iray no manao azy roa, dia iray ihany no fidin’ny mpilalao.'],
        ['3.5', 'Malalaka ny mpilalao hifidy izay hohaniny, na vitsy na maro.'],
      ],
    },
    {
      number: '4',
      title: 'Ny rojo',
      clauses: [
        ['4.1', 'Rehefa avy nihinana, dia mbola afaka mihinana indray ilay vato ihany ao anatin’io anjara io. Miala eo no ho eo ny vato nohanina. Tsy voatery hanohy; azo ajanona isaky ny avy mihinana.'],
        ['4.2', 'Ao anatin’ny anjara iray, tsy miverina amin’ny teboka efa nisy azy ny vato, na ny niaingany aza.'],
        ['4.3', 'Tsy mizotra amin’ny lalana iray ny dingana roa mifanesy.'],
      ],
    },
    {
      number: '5',
      title: 'Ny fiafarana',
      clauses: [
        ['5.1', 'Resy izay lany vato.'],
        ['5.2', 'Resy izay tokony hilalao nefa tsy afaka mihetsika.'],
        ['5.3', 'Ady sahala raha anjara 50 mifanesy, isaina ny an’ny roa tonta, no tsy nisy nohanina.'],
        ['5.4', 'Ady sahala raha miseho fanintelony ny fipetraka mitovy, sady ilay mpilalao ihany no manana ny anjara.'],
        ['5.5', 'Afaka mifanaiky amin’ny ady sahala ny mpilalao, ary afaka milavo lefona ny iray.'],
      ],
    },
    {
      number: '6',
      title: 'Telo',
      clauses: [
        ['6.1', 'Takelaka misy teboka 3×3 sy ny tsipiny rehetra. Vato telo avy ny mpilalao, ary tsy misy hanina.'],
        ['6.2', 'Mifandimby mametraka vato iray amin’ny teboka malalaka ny mpilalao mandra-pahatafapetraky ny enina. Avy eo, isaky ny anjara dia vato iray no afindra manaraka tsipika mankany amin’ny teboka malalaka eo akaiky.'],
        ['6.3', 'Mandresy izay voalohany manana vato telo an-tsipika: andalana telo, andry telo, tsivalana roa. Isaina koa izany na dia mbola mametraka vato aza.'],
        ['6.4', 'Resy izay tsy afaka mihetsika, ary manan-kery ny ady sahala ao amin’ny fizarana 5; mangina avokoa ny anjara rehetra.'],
        ['6.5', 'Raha tsara lalao ny roa tonta, mandresy ny manomboka amin’ny ivony. Ady sahala ny manomboka amin’ny zorony, resy ny manomboka amin’ny sisiny.'],
      ],
    },
    {
      number: '7',
      title: 'Vela',
      clauses: [
        ['7.1', 'Lalao misy fanomezana amin’ny tsivy na dimy. Ny mpandresy tamin’ny lalao farany no mpanome, ny resy no mpandray.'],
        ['7.2', 'Dingana voalohany, raha mbola mihoatra ny dimy ny vaton’ny mpanome: mandeha fotsiny izy ka tsy mihinana, na dia misy azo hanina aza. Ny mpandray dia mihinana vato iray monja isaky ny anjara, ny akaiky indrindra amin’ny tsipika, tsy misy rojo, ary tsy maintsy mihinana raha azo atao.'],
        ['7.3', 'Raha vao dimy ny vaton’ny mpanome dia manaraka ny fitsipika mahazatra ny roa tonta.'],
        ['7.4', 'Ny mpandray no manomboka, raha tsy hafa no voalazan’ny safidin’ny fitsipika.'],
        ['7.5', 'Manan-kery amin’ny dingana roa ny fiafarana ao amin’ny fizarana 5.'],
        ['7.6', 'Rehefa misy nandresy dia atolotra ny vela ary ny mpandresy no manome. Rehefa ady sahala dia tsy miova ny anjara asa. Tsy miova ny loko.'],
      ],
    },
    {
      number: '8',
      title: 'Safidin’ny fitsipika',
      clauses: [
        ['8.1', 'Ny rojo: tsy voatery, na tsy maintsy tohizana raha mbola azo atao.'],
        ['8.2', 'Ny anjara voalohan’ny lalao: malalaka, na mihinana indray mandeha ihany.'],
        ['8.3', 'Ny mpilalao tsy afaka mihetsika: resy, na ady sahala.'],
        ['8.4', 'Ny isan’ny anjara mangina sy ny fipetraka mitovy mahatonga ady sahala. Voasoratra eo anilan’ny takelaka izay safidy tsy mahazatra.'],
        ['8.5', 'Ny vela: iza no manome, ary iza no manomboka, ny mpandray sa ny mpanome.'],
      ],
    },
  ],
};
