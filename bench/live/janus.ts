import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// Debian's Janus with its videoroom, as the measure beside ours. It skips the loopback interface, so a library that is loaded before shows it as
// another one.

const room = 1234
const answerMsMax = 10_000

const loopbackOnly = `#define _GNU_SOURCE
#include <dlfcn.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <string.h>
int getifaddrs(struct ifaddrs **list) {
  int (*next)(struct ifaddrs **) = (int (*)(struct ifaddrs **))dlsym(RTLD_NEXT, "getifaddrs");
  int result = next(list);
  struct ifaddrs *each = result == 0 ? *list : 0;
  for (; each; each = each->ifa_next) {
    if (strcmp(each->ifa_name, "lo") == 0) each->ifa_flags &= ~IFF_LOOPBACK;
    else each->ifa_flags &= ~(IFF_UP | IFF_RUNNING);
  }
  return result;
}
`

/** What is missing to run Janus here; empty where nothing is. */
export const missingForJanus = (): string[] => ['janus', 'gcc'].filter((program) => !existsSync(`/usr/bin/${program}`))

export interface Janus {
  pid: number
  url: string
  stop(): void
}

/** With `eventLoops` it has so many threads for all peers, without a thread for each: the default. */
export async function startJanus(folder: string, port: number, eventLoops?: number): Promise<Janus> {
  const [source, library] = [join(folder, 'loopback.c'), join(folder, 'loopback.so')]
  writeFileSync(source, loopbackOnly)
  execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'])
  const [lib] = ['/usr/lib/x86_64-linux-gnu/janus', '/usr/lib/aarch64-linux-gnu/janus'].filter((path) =>
    existsSync(path),
  )
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const loops = eventLoops ? `; event_loops = ${eventLoops}` : ''
  write(
    'janus.jcfg',
    `general: { plugins_folder = "${lib}/plugins"; transports_folder = "${lib}/transports"; debug_level = 2; server_name = "bench"${loops} }
media: { rtp_port_range = "30000-39999" }
nat: { nice_debug = false; ice_enforce_list = "127.0.0.1"; full_trickle = false; ice_lite = true }
transports: { disable = "libjanus_websockets.so,libjanus_rabbitmq.so,libjanus_mqtt.so,libjanus_nanomsg.so,libjanus_pfunix.so" }
plugins: { disable = "libjanus_lua.so,libjanus_duktape.so,libjanus_streaming.so,libjanus_audiobridge.so,libjanus_echotest.so,libjanus_nosip.so,libjanus_recordplay.so,libjanus_sip.so,libjanus_textroom.so,libjanus_videocall.so,libjanus_voicemail.so" }
`,
  )
  write(
    'janus.plugin.videoroom.jcfg',
    `room-${room}: { description = "bench"; publishers = 2; bitrate = 3000000; fir_freq = 10; audiocodec = "opus"; videocodec = "vp8"; record = false; transport_wide_cc_ext = false }\n`,
  )
  write(
    'janus.transport.http.jcfg',
    `general: { json = "compact"; base_path = "/janus"; http = true; port = ${port}; ip = "127.0.0.1"; https = false }\nadmin: { admin_http = false }\n`,
  )
  const child = spawn('janus', ['-C', join(folder, 'janus.jcfg'), '-F', folder], {
    env: { ...process.env, LD_PRELOAD: library },
    stdio: 'ignore',
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}/janus`
  for (const end = Date.now() + answerMsMax; ; await sleep(100)) {
    if (
      await fetch(`${url}/info`).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      break
    if (Date.now() > end || child.exitCode !== null) throw new Error('Janus does not start.')
  }
  return { pid: child.pid!, url, stop: () => child.kill('SIGKILL') }
}

interface Message {
  janus: string
  transaction?: string
  data?: { id: number }
  plugindata?: { data: { id?: number } }
  jsep?: { sdp: string }
}

/** One client of the room, over HTTP: answers to its messages come by a request that waits. */
export async function enterJanus(url: string) {
  const post = async (path: string, body: object) =>
    (await (
      await fetch(url + path, { method: 'POST', body: JSON.stringify({ transaction: randomUUID(), ...body }) })
    ).json()) as Message
  const session = (await post('', { janus: 'create' })).data!.id
  const waiting = new Map<string, (message: Message) => void>()
  let isOver = false
  const listen = async () => {
    while (!isOver) {
      const reply = await fetch(`${url}/${session}?maxev=20`).then(
        (found) => found.json() as Promise<Message | Message[]>,
        () => [],
      )
      for (const message of [reply].flat())
        if (message.janus === 'event') waiting.get(message.transaction ?? '')?.(message)
    }
  }
  void listen()
  const attach = async () => (await post(`/${session}`, { janus: 'attach', plugin: 'janus.plugin.videoroom' })).data!.id
  const ask = (handle: number, body: object, sdp?: { type: string; sdp: string }) =>
    new Promise<Message>((done, reject) => {
      const transaction = randomUUID()
      waiting.set(transaction, done)
      setTimeout(() => reject(new Error('Janus does not answer.')), answerMsMax).unref()
      void post(`/${session}/${handle}`, { janus: 'message', transaction, body, ...(sdp && { jsep: sdp }) })
    })
  let feed: number | undefined
  return {
    async publish(offer: string): Promise<string> {
      const handle = await attach()
      feed = (await ask(handle, { request: 'join', ptype: 'publisher', room })).plugindata!.data.id
      const body = { request: 'publish', videocodec: 'vp8', audiocodec: 'opus' }
      return (await ask(handle, body, { type: 'offer', sdp: offer })).jsep!.sdp
    },
    async subscribe(): Promise<{ offer: string; answer: (sdp: string) => Promise<string> }> {
      const handle = await attach()
      const joined = await ask(handle, { request: 'join', ptype: 'subscriber', room, streams: [{ feed }] })
      const answer = async (sdp: string) => {
        await ask(handle, { request: 'start', room }, { type: 'answer', sdp })
        return ''
      }
      return { offer: joined.jsep!.sdp, answer }
    },
    close: () => (isOver = true),
  }
}
