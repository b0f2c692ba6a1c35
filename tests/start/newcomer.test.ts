import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

// What a developer reads who starts a fresh clone on a machine where it can't work: one clear reason, and what to do.

const root = fileURLToPath(new URL('../..', import.meta.url))
let clone: string
let programs: string
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'fanlight clone-'))
  cpSync(join(root, 'scripts'), join(clone, 'scripts'), { recursive: true })
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])
    cpSync(join(root, file), join(clone, file))
  programs = join(clone, 'programs')
  mkdirSync(programs)
  symlinkSync(process.execPath, join(programs, 'node'))
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

/** An npm that says this and fails. */
function npm(output: string): void {
  writeFileSync(join(programs, 'npm'), `#!/bin/sh\n${output ? `echo '${output}' >&2` : ''}\nexit 1\n`)
  chmodSync(join(programs, 'npm'), 0o755)
}
function start(flags: string[] = []): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, 'scripts/start.mjs'], {
    cwd: clone,
    encoding: 'utf8',
    env: { PATH: `${programs}:/usr/bin:/bin`, HOME: join(clone, 'nowhere') },
  })
  const output = `${stdout}${stderr}`
  expect(output).not.toMatch(/\n\s+at |undefined/)
  return { code: status, output }
}

test('without a network: that the registry can’t be reached', () => {
  npm('npm error request to https://registry.npmjs.org/pnpm failed, reason: connect ECONNREFUSED')
  const { code, output } = start()
  expect(code).toBe(1)
  expect(output).toContain('Step 1 of 2: installing the package manager')
  expect(output).toContain('the package registry cannot be reached. Check the network (or proxy) and start again.')
})

test('on a full disk: how much has to be free', () => {
  npm('npm error ENOSPC: no space left on device, write')
  expect(start().output).toMatch(/The disk is full\. Free at least 1\.5 GB and start again\./)
})

test('when npm says nothing at all: that it said nothing', () => {
  npm('')
  expect(start().output).toContain('The tool said nothing about why.')
})

// Where npm is installed beside the system's programs, it can't be hidden.
test.skipIf(existsSync('/usr/bin/npm') || existsSync('/bin/npm'))('without npm: where it comes from', () => {
  expect(start().output).toContain('npm is missing. It comes with Node')
})

test('on Node 18: which Node it needs and which this is', () => {
  const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.4'}});Object.defineProperty(process,'version',{value:'v18.20.4'})`
  const { code, output } = start(['--import', older])
  expect(code).toBe(1)
  expect(output.trim()).toBe('Fanlight needs Node 20 or newer to install itself; this is v18.20.4.')
})

test('the first start that fails leaves nothing that hinders the next one', () => {
  npm('npm error network')
  start()
  const again = start()
  expect(again.output).toContain('Step 1 of 2')
  expect(again.output).not.toContain('Waiting for')
})
