/* Ilay mpifanandrina tsy azo resena. */

import type { PerfectWords } from './perfect';

export const words: PerfectWords = {
  title: 'Lalao tonga lafatra',
  'lead.both': 'Avy amin’ny fiandohan’ny {board} dia tsy azo resena izy, na Fotsy na Mainty. Voaporofo: valiny {count}.',
  'lead.white': 'Rehefa Fotsy izy dia tsy azo resena avy amin’ny fiandohan’ny {board}. Voaporofo: valiny {count}.',
  'lead.black': 'Rehefa Mainty izy dia tsy azo resena avy amin’ny fiandohan’ny {board}. Voaporofo: valiny {count}.',
  'none.board': 'Amin’ny {board} dia mila mpizara manana ny porofo. Amin’ny 5×5 dia tsy mila izany.',
  'none.rules': 'Tsy misy voaporofo ho an’ireo fitsipika ireo.',
  'none.away': 'Amin’ny {board} dia manontany ny mpizara izy, nefa tsy tratra izao. Amin’ny 5×5 dia tsy mila izany.',
  reading: 'Mbola mamaky ny porofo ny mpizara.',
  looking: 'Mitady ny porofo',
  'page.kept': 'Voatahiry hilalaovana tsy misy tambajotra.',
  'page.failed': 'Tsy tonga ny porofo. Andramo indray rehefa misy tambajotra.',
  'badge.asking': 'manamarina',
  'badge.holds': 'tsy azo resena',
  'badge.gone': 'tsy misy toky',
  'badge.away': 'tsy misy toky izao',
  'badge.off': 'tsy mandeha',
  promise: 'Ny toky omen’ny solosaina',
  'holds.white': 'Mitoetra izany: ny solosaina Fotsy dia tsy azo resena manomboka eto.',
  'holds.black': 'Mitoetra izany: ny solosaina Mainty dia tsy azo resena manomboka eto.',
  'wins.white': 'Mitoetra izany: mandresy ny solosaina Fotsy. Ny fitsipiky ny sahala ihany no mety ho tonga aloha.',
  'wins.black': 'Mitoetra izany: mandresy ny solosaina Mainty. Ny fitsipiky ny sahala ihany no mety ho tonga aloha.',
  asking: 'Mbola jerena izany.',
  'gone.rules': 'Tsy mitoetra izany: tsy misy voaporofo ho an’ireo fitsipika ireo.',
  'gone.board': 'Tsy mitoetra izany: tsy misy manana porofo eto ho an’ity takelaka ity.',
  'gone.start':
    'Tsy mitoetra izany: tany an-kafa no nanombohan’ity lalao ity, ary tsy misy voaporofo momba ny eo amin’ny takelaka.',
  'gone.colour.white': 'Tsy mitoetra izany: tsy misy voaporofo ho an’ny Fotsy.',
  'gone.colour.black': 'Tsy mitoetra izany: tsy misy voaporofo ho an’ny Mainty.',
  'gone.path': 'Tsy mitoetra izany: nandao ireo toerana voaporofo ny lalao.',
  'away.away':
    'Tsy misy antoka izany izao: tsy namaly ara-potoana ny mpizara. Hanontaniana indray izy amin’ny anjara manaraka.',
  'away.busy':
    'Tsy misy antoka izany izao: be atao ny mpizara, na mbola mamaky ny porofo. Hanontaniana indray izy amin’ny anjara manaraka.',
  'away.page': 'Tsy misy antoka izany izao: tsy mbola tonga ny porofo. Hangatahina indray izy amin’ny anjara manaraka.',
  'plays-on': 'Manohy milalao amin’ny hery feno ny solosaina.',
  off: 'Tsy mandeha: milalao amin’ny hery feno ny solosaina, tsy manome toky.',
  what: 'Ny toky omena',
  draw: 'Azo atao sahala izy, fa tsy azo resena na oviana na oviana.',
  'from.page':
    'Miaraka amin’ny pejy ny porofo; vakiny manontolo ato amin’ity mpitety tranonkala ity izany alohan’ny hilalaovany araka azy.',
  'from.server': 'Ao amin’ny mpizara ny porofo, ary novakiny manontolo niaraka tamin’ny tabilaon’ny fiafaran’ny lalao.',
  check: 'Ahoana no hanamarinana',
  'check.sub': 'Avelao ny programa hitsara azy, amin’ny kaody hafa, miadana sy tsotra, sy ny tabilao hatramin’ny vato {n}:',
  download: 'Ampidino {name}, {size}',
  'size.bytes': 'oktety {n}',
  'size.kb': '{n} Ko',
  'size.mb': '{n} Mo',
  here: 'Izao',
};
