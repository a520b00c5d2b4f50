/** Every state of the board on one page, for looking at and for screenshots. Not shipped. */
import { render } from 'preact';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Board } from '../board';
import type { Animation, BoardProps, Drag, Stone } from '../board';
import * as scenes from './positions';
import { stonesOf } from './positions';
import './gallery.css';

const query = new URLSearchParams(location.search);
document.documentElement.dataset['theme'] = query.get('theme') ?? 'light';
const only = query.get('only');

function Picture(props: Partial<BoardProps> & { scene: scenes.Scene; name?: string; text?: string }): VNode {
  const { scene, name, text, ...rest } = props;
  return (
    <figure>
      <Board interactive={false} label={name ?? 'Board'} {...scene} {...rest} />
      {name && (
        <figcaption>
          <b>{name}</b>
          {text}
        </figcaption>
      )}
    </figure>
  );
}

function Section({ id, title, children, kind }: { id: string; title: string; children: ComponentChildren; kind: string }): VNode | null {
  if (only && only !== id) return null;
  return (
    <section id={id}>
      <h2>{title}</h2>
      <div class={kind}>{children}</div>
    </section>
  );
}

/** A board that obeys no rules: stones go where they are dragged or tapped to. */
function Playground(): VNode {
  const [stones, setStones] = useState<Stone[]>(stonesOf(scenes.START).stones);
  const [selected, setSelected] = useState<number>();
  const [log, setLog] = useState('');
  const [animation, setAnimation] = useState<Animation>();
  const [upright, setUpright] = useState(false);
  const [turned, setTurned] = useState(false);
  const note = (text: string): void => setLog((was) => `${text} · ${was}`.slice(0, 300));
  const all = stones.flatMap((stone, point) => (stone === 1 ? [point] : []));
  const free = stones.flatMap((stone, point) => (stone === 0 ? [point] : []));
  const move = (from: number, to: number): void => {
    setStones((was) => was.map((stone, point) => (point === to ? (was[from] ?? 0) : point === from ? 0 : stone)));
    setSelected(to);
  };
  const tap = (point: number): void => {
    note(`point ${point}`);
    if (selected !== undefined && stones[point] === 0) {
      move(selected, point);
      setAnimation((was) => ({ id: (was?.id ?? 0) + 1, steps: [{ from: selected, to: point, taken: [] }] }));
    } else setSelected(stones[point] ? point : undefined);
  };
  const drag = ({ phase, from, point }: Drag): void => {
    note(`${phase} ${from} ${point}`);
    if (phase === 'start') setSelected(from);
    const stone = selected ?? from;
    if ((phase === 'over' || phase === 'drop') && point !== stone && stones[point] === 0) move(stone, point);
  };
  const replay = (): void => {
    setStones([...scenes.longChain.stones]);
    setSelected(undefined);
    setAnimation((was) => ({ ...scenes.longReplay, id: (was?.id ?? 0) + 1 }));
  };
  return (
    <div>
      <button type="button" class="tool" id="replay" onClick={replay}>Replay a long chain</button>
      <button type="button" class="tool" id="upright" onClick={() => setUpright(!upright)}>Upright</button>
      <button type="button" class="tool" id="turn" onClick={() => setTurned(!turned)}>Turn</button>
      <div class={upright ? 'w390' : 'wide'} id="playground">
        <Board
          shape={{ files: 9, ranks: 5 }}
          stones={stones}
          marks={{ selected, reachable: selected === undefined ? [] : free, lastTurn: animation?.steps.length === 12 ? scenes.longChain.marks.lastTurn : undefined }}
          movable={all}
          animation={animation}
          upright={upright}
          turned={turned}
          label="Playground"
          labels={(point) => `${String.fromCharCode(97 + (point % 9))}${Math.floor(point / 9) + 1}, ${['empty', 'white stone', 'black stone'][stones[point] ?? 0]}`}
          onPoint={tap}
          onDrag={drag}
          onAnimationEnd={(id) => note(`end ${id}`)}
        />
      </div>
      <output>{log}</output>
    </div>
  );
}

function Gallery(): VNode {
  const { chain, opening, refusal, analysis, won, choices, longChain, states } = scenes;
  const flat = (text: string): scenes.Scene => ({ ...stonesOf(text), marks: {} });
  return (
    <>
      {!only && <h1>Board gallery</h1>}
      <Section id="chain" title="A chain with a choice" kind="wide"><Picture scene={chain} /></Section>
      <Section id="states" title="States, told apart by shape" kind="states">
        {states.map(({ name, scene, cursor }) => <Picture scene={scene} name={name} cursor={cursor} key={name} />)}
      </Section>
      <Section id="grey" title="The same without hue" kind="states grey">
        {states.map(({ name, scene, cursor }) => <Picture scene={scene} name={name} cursor={cursor} key={name} />)}
      </Section>
      <Section id="materials" title="Materials" kind="three">
        <Picture scene={chain} name="Laterite" text="Default. Red earth, raffia inlay." />
        <Picture scene={chain} material="raffia" name="Raffia" text="The wood board." />
        <Picture scene={chain} material="granite" name="Granite" text="The stone board." />
      </Section>
      <Section id="material-states" title="States on wood and stone" kind="states">
        {(['raffia', 'granite'] as const).flatMap((material) =>
          states.map(({ name, scene, cursor }) => <Picture scene={scene} name={name} material={material} cursor={cursor} key={material + name} />),
        )}
      </Section>
      <Section id="refusal" title="Refusal" kind="wide"><Picture scene={refusal} /></Section>
      <Section id="opening" title="Last turn" kind="wide"><Picture scene={opening} /></Section>
      <Section id="analysis" title="Best line" kind="wide"><Picture scene={analysis} /></Section>
      <Section id="won" title="End of a game" kind="wide"><Picture scene={won} /></Section>
      <Section id="raffia" title="Wood, at full size" kind="wide"><Picture scene={refusal} material="raffia" /><Picture scene={choices} material="raffia" /></Section>
      <Section id="granite" title="Stone, at full size" kind="wide"><Picture scene={choices} material="granite" /></Section>
      <Section id="upright" title="Upright at 390 and 320" kind="row">
        <div class="w390"><Picture scene={chain} upright /></div>
        <div class="w320"><Picture scene={chain} upright /></div>
        <div class="w390"><Picture scene={opening} upright turned name="Turned" /></div>
        <div class="w320"><Picture scene={chain} upright stoneFacing="far" name="Read from the far edge" /></div>
      </Section>
      <Section id="sizes" title="Every odd board, every size" kind="row">
        <div class="w240"><Picture scene={flat('BBBBB/BBBBB/BW1BW/WWWWW/WWWWW')} name="5×5" /></div>
        <div class="w240"><Picture scene={flat('BBB/B1W/WWW')} name="3×3" /></div>
        <div class="w240"><Picture scene={flat('BBBBBBB/BWB1WBW/WWWWWWW')} name="7×3" /></div>
        <div class="w240"><Picture scene={flat('BBBBB/BW1BW/WWWWW')} name="5×3, weak centre" /></div>
        <div class="w240"><Picture scene={flat('2B2/5/W3W')} name="5×3, bare" /></div>
        <div class="w160"><Picture scene={flat('BBB/BBB/B1W/WWW/WWW')} name="3×5" /></div>
        <div class="w240"><Picture scene={flat('BBBBBBB/BBBBBBB/BWB1WBW/WWWWWWW/WWWWWWW')} name="7×5" /></div>
        <div class="w240"><Picture scene={flat('BBBBBBB/BBBBBBB/BBBBBBB/BWB1WBW/WWWWWWW/WWWWWWW/WWWWWWW')} name="7×7" /></div>
        <div class="w240"><Picture scene={flat(scenes.START)} name="240 px" coordinates={false} /></div>
        <div class="w160"><Picture scene={flat(scenes.START)} name="160 px" /></div>
        <div class="w90"><Picture scene={flat(scenes.START)} name="92 px" /></div>
        <div class="w44"><Picture scene={flat('BBB/B1W/WWW')} name="64 px" /></div>
      </Section>
      <Section id="long" title="A long chain" kind="wide"><Picture scene={longChain} /></Section>
      <Section id="live" title="Playground: drag, tap, keys" kind="live"><Playground /></Section>
    </>
  );
}

const root = document.getElementById('gallery');
if (root) render(<Gallery />, root);
