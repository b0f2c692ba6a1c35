export interface Heard {
  /** What a client names when it comes back. */
  place: string
  id: string
  name: string
  data: Record<string, unknown>
}
export interface Listener {
  readonly heard: Heard[]
  readonly isOver: boolean
  close(): void
}

/** Follows a room as a program does; rejects with the answer where that is refused. For tests. */
export async function listen(url: string, key: string, lastId?: string): Promise<Listener> {
  const control = new AbortController()
  const headers = { authorization: `Bearer ${key}`, ...(lastId && { 'last-event-id': lastId }) }
  const reply = await fetch(`${url}/live/events`, { headers, signal: control.signal })
  if (!reply.ok) throw Object.assign(new Error(await reply.text()), { status: reply.status })
  const heard: Heard[] = []
  let isOver = false
  const read = async () => {
    let text = ''
    for await (const part of reply.body!.pipeThrough(new TextDecoderStream())) {
      const events = (text + part).split('\n\n')
      text = events.pop()!
      for (const event of events) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(event)?.[1]
        const data = field('data')
        if (data) heard.push({ place: field('id')!, ...JSON.parse(JSON.parse(data).body) })
      }
    }
  }
  void read()
    .catch(() => {})
    .finally(() => (isOver = true))
  return {
    heard,
    get isOver() {
      return isOver
    },
    close: () => control.abort(),
  }
}
