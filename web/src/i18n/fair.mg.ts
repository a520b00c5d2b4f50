import type { FairPlay } from './fair';

export const fair: FairPlay = {
  lead: 'Misy dikany ny lalao raha ny roa tonta no milalao azy, ary raha samy mifanaja. Izay ihany; avy amin’izany ny ambiny.',
  sections: [
    ['Ianao no milalao',
      'Raha mbola mandeha ny lalao dia tsy misy manampy: na milina, na tabilao, na boky, na olon-kafa. Toy izany koa ny pejinao: rehefa vita ny lalao vao mamakafaka.',
      'Amin’ny lalao andro isaky ny anjara, azonao atao ny mamindra vato amin’ny takelakao mba hieritreretana. Mbola rarana ny milina.',
      'Izay mampilalao programa dia mampiasa bot: hitan’ny rehetra ny marika. Voamarika koa ny solosain’ny mpizara.'],
    ['Milalaova hatramin’ny farany',
      'Tohizo, milavoa lefona na manolora sahala. Aza avela handeha foana ny fotoana rehefa resy, ary aza miala fotsiny: afaka iray minitra dia azon’ny ankilany takina ny lalao.',
      'Alohan’ny anjara faharoa dia azo atsahatra tsy misy vokatra ny lalao. Aorian’izay dia isaina izy.',
      'Milalaova mba handresy. Fitaka ny resy an-tsitrapo, na ny mifanaraka mba hampiakatra na hampidina naoty.'],
    ['Olona iray, kaonty iray',
      'Manàna kaonty iray. Aza mifanandrina amin’ny tenanao, ary aza mampindrana ny kaontinao.',
      'Mifidiana anarana tsy manafintohina. Mijanona ao amin’ny lalaonao vita izy.'],
    ['Mahalalà fomba',
      'Tsy misy resaka eto, fa fehezanteny mahalala fomba vitsivitsy. Azo vonoina ao amin’ny safidy ireo.',
      'Fanomezana ny famerenana anjara: azo angatahina, ary azo lavina tsy misy antony.'],
    ['Raha misy tsy madio',
      'Tatero ilay mpilalao, avy ao amin’ny pejiny na ao amin’ny lalao. Olona mitantana ity mpizara ity no mamaky azy. Tsy porofo ny tatitra iray, ary tsy porofo koa ny maro.',
      'Azon’ny mpandrindra ny mpizara sakanana ny anarana na hidiana ny lalao; tsy isaina ny lalao nohidiana.'],
    ['Izay tehirizina',
      'Mitahiry ny lalaonao ny mpizara ary, raha manana kaonty ianao, ny anaranao, teny miafina tsy azo vakina, ary ny naotinao. Misokatra ho an’ny rehetra ny lalao vita.',
      'Ao amin’ny pejin’ny kaontinao no azo tehirizina ho rakitra na fafana izany rehetra izany. Mijanona tsy misy anarana ao amin’ny lalao vita ny mpilalao voafafa.'],
  ],
};
