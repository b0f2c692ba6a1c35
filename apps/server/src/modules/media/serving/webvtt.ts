// Reads captions in WebVTT strictly and writes them again: what is served is only what was understood here. Styles, regions and notes,
// which players don't need, are left out.

export interface Cue {
  id: string
  startMs: number
  endMs: number
  settings: string
  text: string
}
/** The line, counted from 1, at which a text is no WebVTT. */
export class CaptionError extends Error {
  readonly line: number
  constructor(line: number) {
    super(`no WebVTT in line ${line}`)
    this.line = line
  }
}

const timing = /^((?:\d{2,3}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,3}:)?[0-5]\d:[0-5]\d\.\d{3})([ \t].*)?$/
const setting =
  /^(?:vertical:(?:rl|lr)|line:-?\d{1,4}(?:\.\d{1,4})?%?(?:,(?:start|center|end))?|position:\d{1,3}(?:\.\d{1,4})?%(?:,(?:line-left|center|line-right))?|size:\d{1,3}(?:\.\d{1,4})?%|align:(?:start|center|end|left|right))$/
/** Blocks other than cues. */
const block = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/

/** The cues in the order of the text. Throws a CaptionError. */
export function readCaptions(text: string): Cue[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0]!)) throw new CaptionError(1)
  const cues: Cue[] = []
  // The header may have lines of its own, up to the first empty one.
  let at = lines.findIndex((line, index) => index > 0 && line === '')
  if (at === -1) throw new CaptionError(lines.length)
  while (at < lines.length) {
    if (lines[at] === '') {
      at++
      continue
    }
    const end = lines.findIndex((line, index) => index > at && line === '')
    const next = end === -1 ? lines.length : end
    if (!block.test(lines[at]!)) cues.push(readCue(lines, at, next, cues.at(-1)))
    at = next
  }
  if (cues.length === 0) throw new CaptionError(lines.length)
  return cues
}

function readCue(lines: readonly string[], first: number, end: number, before: Cue | undefined): Cue {
  const hasId = !lines[first]!.includes('-->')
  const at = hasId ? first + 1 : first
  const [, start = '', stop = '', given = ''] = timing.exec(lines[at] ?? '') ?? []
  const [startMs, endMs] = [millisecondsOf(start), millisecondsOf(stop)]
  const settings = given
    .trim()
    .split(/[ \t]+/)
    .filter(Boolean)
  if (!start || endMs <= startMs || startMs < (before?.startMs ?? 0) || !settings.every((each) => setting.test(each)))
    throw new CaptionError(at + 1)
  const wrong = lines.slice(at + 1, end).findIndex((line) => line.includes('-->') || line.includes('\0'))
  if (wrong !== -1) throw new CaptionError(at + 2 + wrong)
  const text = lines
    .slice(at + 1, end)
    .join('\n')
    .trim()
  if (text === '') throw new CaptionError(at + 1)
  return { id: hasId ? lines[first]! : '', startMs, endMs, settings: settings.join(' '), text }
}

function millisecondsOf(shown: string): number {
  const [rest = '', fraction = ''] = shown.split('.')
  return rest.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000 + Number(fraction)
}

export const writeCaptions = (cues: readonly Cue[]): string =>
  `WEBVTT\n${cues
    .map(
      ({ id, startMs, endMs, settings, text }) =>
        `\n${id ? `${id}\n` : ''}${shownOf(startMs)} --> ${shownOf(endMs)}${settings && ` ${settings}`}\n${text}\n`,
    )
    .join('')}`

function shownOf(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}
