import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// RTL: layout uses start and end. A physical side needs a reason: it is inside dir="ltr", or it is a centre (50%).

const app = join(import.meta.dirname, '..')
const filesOf = (ending: RegExp) =>
  readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !file.includes('.test.'))
    .map((file) => ({ file, code: readFileSync(join(app, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '') }))

const physicalRules = [
  /(?<![\w-])(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)?\s*:/,
  /(?<![\w-])border-(?:top|bottom)-(?:left|right)-radius\s*:/,
  /(?<![\w-])(?:left|right)\s*:(?!\s*50%)/,
  /(?<![\w-])(?:text-align|float|clear)\s*:\s*(?:left|right)/,
]
const rulesIn = (code: string) => code.split('\n').filter((line) => physicalRules.some((rule) => rule.test(line)))

const variants = /^(?:[\w-]+:|\[[^\]]*\]:)*/
const physicalClass =
  /^-?(?:(?:m[lr]|p[lr]|left|right|scroll-[mp][lr])-(?!1\/2$)[\w[(.%/-]+|(?:border|rounded)-(?:[lr]|[tb][lr])(?:-.+)?|(?:text|float)-(?:left|right))$/
const classesIn = (code: string) =>
  [...code.matchAll(/['"`]([^'"`\n]*)['"`]/g)].flatMap(([, text = '']) => {
    const classes = text.split(/\s+/)
    // A shape that grows from one side must grow from the other side in RTL, too.
    const grows = classes.includes('origin-left') && !classes.includes('rtl:origin-right') ? ['origin-left'] : []
    return classes.length > 1
      ? [...classes.filter((className) => physicalClass.test(className.replace(variants, ''))), ...grows]
      : grows
  })

const directed =
  /<(?:ChevronLeft|ChevronRight|ArrowLeft|ArrowRight|LogIn|LogOut|SendHorizontal|Send|Reply|Undo2?|Redo2?)\s[^>]*\/>/g
const unmirrored = (code: string) =>
  [...code.matchAll(directed)].map(([icon]) => icon).filter((icon) => !icon.includes('rtl:'))

test('the search finds what it is for', () => {
  expect(rulesIn('a {\n  margin-left: 1px;\n  left: 50%;\n  right: 0;\n  margin-inline: 0;\n}')).toHaveLength(2)
  expect(
    classesIn('"flex md:ml-2" "pl-4 grid" "left-1/2 x" "text-left x" "x ms-2 start-0 placeholder:x mr-auto"'),
  ).toEqual(['md:ml-2', 'pl-4', 'text-left', 'mr-auto'])
  expect(unmirrored('<ArrowLeft className="icon" /><Reply className="rtl:-scale-x-100" />')).toHaveLength(1)
})

test('no sheet speaks of left and right', () => {
  const lines = filesOf(/\.css$/).flatMap(({ file, code }) => rulesIn(code).map((line) => `${file}: ${line.trim()}`))
  expect(lines).toEqual([])
})

test('no class speaks of left and right', () => {
  const classes = filesOf(/\.tsx?$/).flatMap(({ file, code }) => classesIn(code).map((entry) => `${file}: ${entry}`))
  expect(classes).toEqual([])
})

test('an icon that points somewhere points the other way where one reads from the right', () => {
  const icons = filesOf(/\.tsx$/).flatMap(({ file, code }) => unmirrored(code).map((icon) => `${file}: ${icon}`))
  expect(icons).toEqual([])
})

/** One illustration, cut into panes: it is the same in both directions. */
const illustration = 'areas/public/landing/closed-site.tsx'

/**
 * A `bdi` has the direction of its own text, so its start and end are those of the text, not of the page: it must have no
 * classes for sides and no box.
 */
const sided =
  /<bdi\b[^>]*className=[^>]*?[\s"'`:](?:[mp][se]-|block\b|flex|grid\b|text-(?:start|end)\b|(?:border|rounded)-[se]\b)[^>]*>/g
test('text of its own direction has no sides and no box of its own', () => {
  const found = (code: string) => [...code.matchAll(sided)].map(([tag]) => tag)
  expect(found('<bdi className="text-ink ms-2">')).toHaveLength(1)
  expect(found('<bdi className="block truncate">')).toHaveLength(1)
  expect(found("<bdi className={clsx('num', open && 'flex-1')}>")).toHaveLength(1)
  expect(found('<bdi className="num text-xs break-all">')).toHaveLength(0)
  const tags = filesOf(/\.tsx$/).flatMap(({ file, code }) => found(code).map((tag) => `${file}: ${tag}`))
  expect(tags).toEqual([])
})

test('a style with a fixed side stands in a piece that always runs from left to right', () => {
  const styles = filesOf(/\.tsx$/).filter(
    ({ file, code }) =>
      file !== illustration &&
      /style=\{\{[^}]*\b(?:left|right|marginLeft|paddingLeft|marginRight|paddingRight):/.test(code) &&
      !code.includes('dir="ltr"'),
  )
  expect(styles.map(({ file }) => file)).toEqual([])
})
