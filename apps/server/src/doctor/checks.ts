import { certificate } from './certificate.ts'
import type { Check } from './check.ts'
import { clock } from './clock.ts'
import { database } from './database.ts'
import { disk } from './disk.ts'
import { liveAddress } from './live-address.ts'
import { liveKit } from './live-kit.ts'
import { livePort } from './live-port.ts'
import { liveRtmpPort } from './live-rtmp-port.ts'
import { liveTcpPort } from './live-tcp-port.ts'
import { mail } from './mail.ts'
import { proxy } from './proxy.ts'
import { redis } from './redis.ts'
import { siteAddress } from './site-address.ts'
import { storage } from './storage.ts'
import { turn } from './turn.ts'
import { videoEngine } from './video-engine.ts'
import { webSocket } from './web-socket.ts'

/** In the order in which they run: what this machine needs, how the site is reached, live video. */
export const checks: readonly Check[] = [
  disk,
  storage,
  videoEngine,
  database,
  clock,
  redis,
  mail,
  siteAddress,
  certificate,
  proxy,
  webSocket,
  liveKit,
  liveAddress,
  livePort,
  liveTcpPort,
  liveRtmpPort,
  turn,
]
