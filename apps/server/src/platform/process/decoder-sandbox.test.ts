import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAs, works } from './decoder-sandbox.ts'

const tools = join(import.meta.dirname, '../../../../../node_modules')
const limits = { seconds: 20, cpuSeconds: 3, memoryBytes: 600 * 2 ** 20, outputBytes: 4 * 2 ** 20 }

async function inside(kind: 'bubblewrap' | 'namespaces', script: string, more: Partial<typeof limits> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'fanlight-escape-'))
  await writeFile(join(folder, 'source'), 'untouched', { mode: 0o644 })
  try {
    return await runAs(kind, {
      folder,
      command: process.execPath,
      args: ['--no-warnings', '-e', script],
      readable: [process.execPath, tools],
      limits: { ...limits, ...more },
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const tries = `
const fs = require('fs'); const out = {};
const attempt = (name, act) => { try { out[name] = act() ?? 'done' } catch (error) { out[name] = error.code ?? 'failed' } };
attempt('environment', () => Object.keys(process.env).sort().join());
attempt('passwords', () => fs.readFileSync('/etc/passwd', 'utf8'));
attempt('root', () => fs.writeFileSync('/escaped', '1'));
attempt('system', () => fs.writeFileSync('/usr/bin/escaped', '1'));
attempt('shared memory', () => fs.writeFileSync('/dev/shm/escaped', '1'));
attempt('temporary', () => fs.writeFileSync('/tmp/escaped', '1'));
attempt('source', () => fs.writeFileSync('source', '1'));
attempt('repository', () => fs.readdirSync(${JSON.stringify(join(import.meta.dirname, '../../..'))}).length);
attempt('processes', () => fs.readdirSync('/proc').filter((one) => /^\\d+$/.test(one)).length <= 4 ? 'own' : 'others');
attempt('keys', () => fs.readFileSync('/proc/1/environ', 'utf8').includes('PGPASSWORD'));
attempt('children', () => require('child_process').spawnSync('/usr/bin/mount', ['-t', 'tmpfs', 'none', '/job']).status === 0 ? 'mounted' : 'refused');
attempt('become root', () => { process.setuid(0); return process.getuid() });
attempt('job', () => fs.writeFileSync('result', '1'));
const net = require('net');
const end = (answer) => { out.network = answer; console.log(JSON.stringify(out)); process.exit() };
net.connect(PORT, '127.0.0.1').on('connect', () => end('connected')).on('error', (error) => end(error.code));
`

for (const kind of ['bubblewrap', 'namespaces'] as const) {
  const offered = await works(kind)
  if (!offered) console.warn(`This system does not offer ${kind}: its escapes are not tried.`)
  test.runIf(offered)(`a decoder under ${kind} gets nothing but its own folder`, async () => {
    const listener = createServer().listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address() as { port: number }
    const result = await inside(kind, tries.replace('PORT', String(port)))
    listener.close()
    const out = JSON.parse(result.stdout || '{}')
    expect(out, result.stderr).toMatchObject({ job: 'done', processes: 'own' })
    for (const name of ['passwords', 'root', 'system', 'shared memory', 'temporary', 'source', 'repository'])
      expect(out[name], name).toMatch(/^(EACCES|EROFS|ENOENT|EPERM)$/)
    expect(out.environment).toBe(
      'LC_ALL,OPENSSL_CONF,PATH,PWD,TMPDIR,TZ'
        .split(',')
        .filter((part) => part !== 'PWD' || out.environment.includes('PWD'))
        .join(),
    )
    expect(out.network).toMatch(/^(ENETUNREACH|ECONNREFUSED|EADDRNOTAVAIL)$/)
    expect(out.children).not.toBe('mounted')
    expect(out.keys).not.toBe(true)
    if (process.getuid?.() === 0) expect(out['become root']).toMatch(/EPERM/)
  })

  test.runIf(offered)(`under ${kind} time, memory, output and processes end somewhere`, async () => {
    expect((await inside(kind, 'setInterval(() => {}, 1000)', { seconds: 1 })).ended).toBe('time')
    expect((await inside(kind, 'for (;;);', { cpuSeconds: 1 })).exitCode).not.toBe(0)
    expect((await inside(kind, 'const list = []; for (;;) list.push(Buffer.alloc(2 ** 24, 1))')).exitCode).not.toBe(0)
    const flood = await inside(
      kind,
      `const fs = require('fs'); fs.mkdirSync('out'); for (let i = 0; ; i++) { try { fs.writeFileSync('out/' + i, Buffer.alloc(1e6, 1)) } catch {} }`,
    )
    expect(flood.ended ?? flood.exitCode).not.toBe(0)
    expect(flood.ended).toBe('output')
    const bomb = await inside(
      kind,
      `let made = 0; const { spawn } = require('child_process'); const more = () => { for (let i = 0; i < 40; i++) { try { const one = spawn('/usr/bin/sleep', ['5']); one.on('error', () => {}); if (one.pid) made++ } catch {} } if (made < 400 && process.uptime() < 3) setTimeout(more, 10); else { console.log(made); process.exit() } }; more()`,
      { seconds: 15 },
    )
    expect(Number(bomb.stdout || 0)).toBeLessThan(250)
  })
}
