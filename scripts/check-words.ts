// Searches all files that are or would be committed for forbidden words. With --fix, the list of remaining uses is rewritten where
// numbers fell.
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareWords, type ForbiddenWord, readCounts, writeCounts } from './forbidden-words.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const leftFile = join(root, 'scripts', 'forbidden-words-left.tsv')
const { skip, words } = JSON.parse(readFileSync(join(root, 'scripts', 'forbidden-words.json'), 'utf8')) as {
  skip: { files: string; why: string }[]
  words: ForbiddenWord[]
}
const skipped = skip.map(({ files }) => new RegExp(files))

const args = ['-c', `safe.directory=${root}`, 'ls-files', '--cached', '--others', '--exclude-standard', '-z']
const names = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 50_000_000 })
  .split('\0')
  .filter((name) => name !== '' && !skipped.some((pattern) => pattern.test(name)))
const files = names.flatMap((name) => {
  if (!statSync(join(root, name), { throwIfNoEntry: false })?.isFile()) return []
  const bytes = readFileSync(join(root, name))
  return bytes.subarray(0, 1_000).includes(0) ? [] : [{ name, text: bytes.toString('utf8') }]
})

const { problems, counted } = compareWords(files, words, readCounts(readFileSync(leftFile, 'utf8')))
for (const problem of problems) console.log(problem)
if (problems.length === 0 && process.argv.includes('--fix')) writeFileSync(leftFile, writeCounts(counted))
process.exitCode = problems.length > 0 ? 1 : 0
