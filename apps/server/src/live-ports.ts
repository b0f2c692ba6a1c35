import { isIPv4 } from 'node:net'
import type { Config } from './platform/config.ts'
import { freeTcpPort, freeUdpPort } from './platform/process/free-port.ts'

/** Where the engine of live rooms listens: for the product (http) and for browsers (media over UDP, and over TCP where a network drops that). */
export interface LivePorts {
  http: number
  media: number
  /** 0 for any free one: answers name it, so it may be another one after a restart. */
  tcp: number
  /** For programs that send by RTMP; 0 as above, absent where that is off. */
  rtmp?: number
  /** Where the product answers, for an engine beside it. */
  product?: string
}

const local = '127.0.0.1'

/** Where the engine waits for media on its machine, and where browsers are told to find it. */
export function liveAddressesOf({ host, liveAddress }: Pick<Config, 'host' | 'liveAddress'>): {
  bind: string
  announced: string
} {
  // HOST is where a proxy finds the pages; media come past it, to whatever address of the machine leads here.
  const isForOthers = liveAddress !== undefined || !isIPv4(host)
  const bind = host === 'localhost' ? local : isForOthers ? '0.0.0.0' : host
  return { bind, announced: liveAddress ?? (bind === '0.0.0.0' ? local : bind) }
}

/** For an engine beside us: its ports are chosen once, so that it is found again after a restart. */
export const freePorts = async ({ livePort, liveTcpPort, liveRtmpPort }: Config): Promise<LivePorts> => ({
  http: await freeTcpPort(),
  media: livePort === 0 ? await freeUdpPort() : livePort,
  tcp: liveTcpPort,
  ...(liveRtmpPort !== undefined && { rtmp: liveRtmpPort === 0 ? await freeTcpPort() : liveRtmpPort }),
})

/** For an engine that is a process of its own. */
export function livePortsOf({ liveEngineUrl, livePort, liveTcpPort, liveRtmpPort }: Config): LivePorts {
  const http = liveEngineUrl ? Number(new URL(liveEngineUrl).port) : 0
  if (http === 0 || livePort === 0 || liveTcpPort === 0)
    throw new Error(
      'The role “live” needs LIVE_ENGINE_URL with the port it listens on, and LIVE_PORT and LIVE_TCP_PORT for media.',
    )
  return { http, media: livePort, tcp: liveTcpPort, ...(liveRtmpPort !== undefined && { rtmp: liveRtmpPort }) }
}
