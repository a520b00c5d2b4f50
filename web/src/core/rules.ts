/* The rules on the page's own thread: every question is a call into the module. */

import type { Core } from './load';
import { WasmRecords, wordNumbers } from './records';
import type {
  Draft, Kind, LinkGame, Point, Reading, RecordCursor, Refusal, Rules, Setup, SetupReport, Side, Turn, View, WordEnd,
} from './types';

const kinds: readonly Kind[] = ['paika', 'approach', 'withdrawal'];

/** Opens a game in the module and plays its turns. */
export function openGame(core: Core, setup: Setup, turns: readonly string[]): void {
  core.check(core.exports.open(core.writeLines(setup.variant, setup.rules, setup.position ?? '', ...turns)));
}

export class WasmRules implements Rules {
  private cursor: WasmRecords | undefined;

  constructor(private readonly core: Core) {}

  open(setup: Setup, turns: readonly string[] = []): View {
    openGame(this.core, setup, turns);
    return this.view();
  }

  view(ply: number = this.core.exports.length()): View {
    return this.core.answer(this.core.exports.view(ply));
  }

  turn(index: number): Turn {
    return this.core.answer(this.core.exports.turn(index));
  }

  draft(text: string): Draft {
    return this.core.answer(this.core.exports.draft(this.core.write(text)));
  }

  refuseFrom(text: string, from: Point): Refusal {
    return this.core.answer(this.core.exports.refuse_from(this.core.write(text), from));
  }

  refuseStep(text: string, from: Point, to: Point, kind: Kind = 'paika'): Refusal {
    return this.core.answer(this.core.exports.refuse_step(this.core.write(text), from, to, kinds.indexOf(kind)));
  }

  read(text: string): Reading {
    return this.core.answer(this.core.exports.read(this.core.write(text)));
  }

  play(text: string): View {
    this.core.check(this.core.exports.play(this.core.write(text)));
    return this.view();
  }

  undo(): boolean {
    return this.core.exports.undo() !== 0;
  }

  redo(): boolean {
    return this.core.exports.redo() !== 0;
  }

  resign(loser: Side): View {
    this.core.check(this.core.exports.resign(loser === 'white' ? 0 : 1));
    return this.view();
  }

  agreeDraw(): View {
    this.core.check(this.core.exports.agree_draw());
    return this.view();
  }

  checkSetup({ variant, rules, position }: Setup): SetupReport {
    const given = position === undefined ? [] : [position];
    const report: SetupReport = this.core.answer(this.core.exports.check_setup(this.core.writeLines(variant, rules, ...given)));
    return { ...report, faults: report.faults.map((fault) => ({ ...fault, ...inUnits(position ?? '', fault) })) } as SetupReport;
  }

  writeRecord(tags: readonly (readonly [string, string])[], word?: WordEnd): string {
    return this.core.text(this.core.exports.record_write(this.core.writeLines(...tags.flat()), ...wordNumbers(word)));
  }

  readRecords(text: string): RecordCursor {
    this.cursor?.close();
    this.cursor = new WasmRecords(this.core, text);
    return this.cursor;
  }

  writeLink(ply: number, word?: WordEnd): string {
    return this.core.text(this.core.exports.link_write(ply, ...wordNumbers(word)));
  }

  readLink(text: string): LinkGame {
    return this.core.answer(this.core.exports.link_read(this.core.write(text)));
  }
}

/** The core counts bytes of UTF-8; a string is counted in units of UTF-16. */
function inUnits(text: string, { offset, length }: { offset: number; length: number }): { offset: number; length: number } {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length === text.length) return { offset, length };
  const units = (end: number): number => new TextDecoder().decode(bytes.subarray(0, end)).length;
  let start = offset;
  while ((bytes[start]! & 0xc0) === 0x80) start -= 1;
  let end = offset + length;
  while ((bytes[end]! & 0xc0) === 0x80) end += 1;
  return { offset: units(start), length: units(end) - units(start) };
}
