import { z } from 'zod'
import type { Config } from '../../../platform/config.ts'
import { EgressError, egressTo, type Outgoing } from '../../../platform/egress.ts'
import { refuse } from '../../../platform/refusal.ts'

const deadlineMs = 4_000
const pageSize = 500
/** A channel that nobody is in has no users. */
const channels = z.object({ data: z.object({ channels: z.array(z.object({ channel_name: z.string() })) }) })
const uids = z.array(z.int()).default([])
const people = z.object({ data: z.object({ channel_exist: z.boolean(), broadcasters: uids, audience: uids }) })

/** Agora's REST API, as far as it is needed: who is in which channel, and keeping somebody out. Throws `LIVE_UNAVAILABLE` where it can't be reached or refuses. */
export class AgoraApi {
  readonly #of: NonNullable<Config['agora']>
  readonly #appId: string

  constructor(of: NonNullable<Config['agora']>, appId: string) {
    this.#of = of
    this.#appId = appId
  }

  /** The names of all channels that somebody is in. */
  async channels(): Promise<string[]> {
    const names: string[] = []
    for (let page = 0; ; page++) {
      const { data } = channels.parse(
        await this.#ask('GET', `channel/${this.#appId}?page_no=${page}&page_size=${pageSize}`),
      )
      names.push(...data.channels.map(({ channel_name: name }) => name))
      // A channel can be on two pages while others open and close.
      if (data.channels.length < pageSize) return [...new Set(names)]
    }
  }

  /** Who may publish there, and who only watches. */
  async people(channel: string): Promise<{ publishing: number[]; watching: number[] }> {
    const { data } = people.parse(await this.#ask('GET', `channel/user/${this.#appId}/${channel}`))
    return data.channel_exist
      ? { publishing: data.broadcasters, watching: data.audience }
      : { publishing: [], watching: [] }
  }

  /** Ends what this number, or without one everybody, does in a channel, and keeps them out for so long. */
  async ban(channel: string, uid: number | undefined, seconds: number): Promise<void> {
    const who = { cname: channel, ...(uid !== undefined && { uid }), ip: '' }
    await this.#ask('POST', 'kicking-rule', {
      appid: this.#appId,
      ...who,
      time_in_seconds: seconds,
      privileges: ['join_channel'],
    })
  }

  async #ask(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    const { apiUrl, customerId, customerSecret } = this.#of
    const request: Outgoing = {
      method,
      deadlineMs,
      headers: {
        authorization: `Basic ${Buffer.from(`${customerId}:${customerSecret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    }
    try {
      const reply = await egressTo(apiUrl, { isOwn: true }).send(`${apiUrl}/dev/v1/${path}`, request)
      if (reply.status !== 200) throw new EgressError('refused', `Agora answered ${reply.status}.`)
      return JSON.parse(String(reply.body))
    } catch (error) {
      if (error instanceof EgressError) refuse('LIVE_UNAVAILABLE')
      throw error
    }
  }
}
