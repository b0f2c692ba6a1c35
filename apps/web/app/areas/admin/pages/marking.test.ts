import { expect, test } from 'vitest'
import { type Mark, marked } from './marking.ts'

test.each([
  ['Be kind', 0, 7, 'h2', '<h2>Be kind</h2>', 'Be kind'],
  ['Be kind', 3, 7, 'strong', 'Be <strong>kind</strong>', 'kind'],
  ['Be kind', 7, 7, 'p', 'Be kind<p></p>', ''],
  ['see help', 4, 8, 'a', 'see <a href="https://">help</a>', 'help'],
  ['one\n\ntwo', 0, 8, 'ul', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>', '\n<li>one</li>\n<li>two</li>\n'],
  ['', 0, 0, 'ol', '<ol>\n<li></li>\n</ol>', '\n<li></li>\n'],
] satisfies [string, number, number, Mark, string, string][])(
  '%j from %i to %i as %s',
  (text, start, end, mark, expected, selected) => {
    const { value, from, to } = marked(text, start, end, mark)
    expect(value).toBe(expected)
    expect(value.slice(from, to)).toBe(selected)
  },
)
