import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseAst } from 'vite'

// Text that was never a key: what a reader sees or hears is said by `t(…)`, in every language.

const app = join(import.meta.dirname, '..')
const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter(
  // The gallery of pieces is for developers and is no page of the product.
  (file) => file.endsWith('.tsx') && !file.includes('.test.') && !file.startsWith('areas/dev/'),
)
/** Attributes that are read out or shown. */
const spoken = new Set(['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'alt', 'title'])
const spokenToo = new Set(['placeholder', 'label', 'hint', 'description', 'summary', 'busy', 'detail', 'empty'])
/** Names and signs that are the same in every language. */
const sameEverywhere =
  /^(?:ALT|Stripe|Agora|PayPal|Twitter|Google|X|Fanlight|JPEG|PNG|PDF|URL|ID|HEIC|WebP|https:\/\/|USD|\/page\/…|acct_…|[X-]+)$/

interface Node {
  type: string
  [key: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const hasText = (text: string) => /\p{L}{2}/u.test(text.replace(/&\w+;/g, '')) && !sameEverywhere.test(text.trim())

/** The strings that an expression may produce: both branches of a condition, and the static parts of a template. */
function* stringsOf(value: unknown): Generator<string> {
  if (!isNode(value)) return
  if (value.type === 'Literal' && typeof value['value'] === 'string') yield value['value']
  if (value.type === 'JSXExpressionContainer') yield* stringsOf(value['expression'])
  if (value.type === 'TemplateLiteral')
    for (const entry of value['quasis'] as { value: { cooked: string } }[]) yield entry.value.cooked
  if (value.type === 'ConditionalExpression') {
    yield* stringsOf(value['consequent'])
    yield* stringsOf(value['alternate'])
  }
  if (value.type === 'LogicalExpression') yield* stringsOf(value['right'])
}

function* literalsIn(node: Node): Generator<string> {
  if (node.type === 'JSXText') yield String(node['value'])
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    for (const child of node['children'] as Node[]) if (child.type === 'JSXExpressionContainer') yield* stringsOf(child)
  if (node.type === 'JSXAttribute') {
    const { name } = node['name'] as { name: string }
    if (spoken.has(name) || spokenToo.has(name)) yield* stringsOf(node['value'])
  }
  for (const value of Object.values(node))
    if (Array.isArray(value))
      for (const entry of value)
        if (isNode(entry)) yield* literalsIn(entry)
        else continue
    else if (isNode(value)) yield* literalsIn(value)
}

const found = (code: string) => [...literalsIn(parseAst(code, { lang: 'tsx' }) as unknown as Node)].filter(hasText)

test('the search finds what it is for', () => {
  expect(found('<p title="Hello you">Text</p>')).toEqual(['Hello you', 'Text'])
  expect(found('<p aria-label={ok ? "Yes please" : t("a.b")}>{late && "Late"}{`of ${n}`}</p>')).toEqual([
    'Late',
    'of ',
    'Yes please',
  ])
  expect(found('<p className="grid" lang="en">{t("a.b")} · 5</p>')).toEqual([])
})

test('no page says what is not a message', () => {
  const literals = files.flatMap((file) =>
    found(readFileSync(join(app, file), 'utf8')).map((text) => `${file}: ${text.trim()}`),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(literals).toEqual([])
})

// Titles are one line; these rows are cut rather than broken, and these texts are only heard.
const oneLine = /<title>|title = |siteName/
const neverBroken = new Set([
  'parts/posts/post-head.tsx',
  'parts/live/chat-line.tsx',
  'parts/live/shows/show-chat.tsx',
  'areas/public/explore/explore-card.tsx',
])
test('a dot between two facts ends a line and never begins one: `dot` of the pieces, or a no-break space before it', () => {
  const breakable = files
    .filter((file) => !neverBroken.has(file))
    .flatMap((file) =>
      readFileSync(join(app, file), 'utf8')
        .split('\n')
        .filter((line) => /(?:^|[ '"`>}])·/.test(line) && !oneLine.test(line) && !/^\s*(?:\/\/|\/?\*)/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(breakable).toEqual([])
  const locales = readdirSync(join(app, 'locales'), { recursive: true, encoding: 'utf8' })
  expect(
    locales.filter((file) => file.endsWith('.json') && readFileSync(join(app, 'locales', file), 'utf8').includes(' ·')),
  ).toEqual([])
})

// A Latin comma is wrong in Arabic, Japanese and Chinese lists. Machine-readable lists (`srcset`, cookies) belong in `.ts` files
// or named here; staff's own lists of codes are Latin.
const forMachines = new Set(['parts/site/promos.tsx', 'areas/studio/account/basics.tsx'])
test('enumerations in a sentence are formatted by `list` of `useFormats`', () => {
  const joined = files.filter(
    (file) =>
      !file.startsWith('areas/admin/') &&
      !forMachines.has(file) &&
      /\.join\(\s*(['"`]), ?\1\s*\)/.test(readFileSync(join(app, file), 'utf8').replaceAll("values.join(',')", '')),
  )
  expect(joined).toEqual([])
})
