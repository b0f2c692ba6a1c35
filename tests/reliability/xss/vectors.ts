import { readFileSync } from 'node:fs'

// Texts that try to become something else: one on each line of `vectors/*.txt`, in groups, and families that are built here.
// What they would run is `ran()`, `alert`, `confirm`, `prompt` or `print`, which a page under watch reports.

export interface Vector {
  group: string
  text: string
}

const files = ['markup', 'foreign', 'text', 'addresses']
const heading = /^# ([a-z ]+)$/

/** Characters that a line can't contain, or that an editor would not show, are written as `\u{…}`. */
const unwritten = (line: string) =>
  line.replaceAll(/\\u\{([0-9a-f]+)\}/g, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

function written(): Vector[] {
  let group = ''
  return files.flatMap((name) =>
    readFileSync(new URL(`vectors/${name}.txt`, import.meta.url), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, title] = heading.exec(line) ?? []
        if (title) group = title
        return title || line === '' ? [] : [{ group, text: unwritten(line) }]
      }),
  )
}

const events =
  'abort afterprint animationend animationiteration auxclick beforecopy beforecut beforepaste beforeprint beforeunload beforexrselect cancel canplay canplaythrough change click contextmenu copy cuechange cut dblclick drag dragend dragenter dragleave dragover dragstart drop durationchange ended error focus focusin focusout formdata fullscreenchange gotpointercapture input invalid keydown keypress keyup load loadeddata loadedmetadata loadend loadstart message mousedown mouseenter mouseleave mousemove mouseout mouseover mouseup paste pause play playing pointercancel pointerdown pointerenter pointermove pointerout progress ratechange reset resize scroll scrollend search securitypolicyviolation seeked seeking select selectionchange selectstart show stalled storage submit suspend timeupdate toggle touchstart transitioncancel transitionend unhandledrejection unload volumechange waiting webkitanimationstart wheel'.split(
    ' ',
  )
/** Closes the context that the text is in, whatever it is. */
const enders = [
  '">',
  "'>",
  '`>',
  '</title>',
  '</textarea>',
  '</style>',
  '</script>',
  '</noscript>',
  '</template>',
  '</select>',
  '</xmp>',
  '</iframe>',
  '</noembed>',
  '</noframes>',
  '</math>',
  '</svg>',
  '-->',
  '--!>',
  ']]>',
  '?>',
]
const starters = ['<img src=x onerror=ran()>', '<svg/onload=ran()>', '<script>ran()</script>']

function families(): Vector[] {
  return [
    ...events.map((event) => ({ group: 'event', text: `<x on${event}=ran() tabindex=1>x</x>` })),
    ...events.map((event) => ({ group: 'event', text: `" on${event}="ran()` })),
    ...enders.flatMap((ender) => starters.map((start) => ({ group: 'breakout', text: ender + start }))),
  ]
}

const all = [...written(), ...families()]
export const vectors: readonly Vector[] = [...new Map(all.map((entry) => [entry.text, entry])).values()]

export const vectorsMin = 500
