const waitMs = { least: 1_000, most: 30_000 }

/**
 * Requests for new data of the page that is shown are sent again until there is an answer, whatever it says: after waits that grow, and at
 * once when the network is back. Without this, a page that only wanted to be up to date would make way for the error page, together with
 * what was typed, uploaded or played on it. All other requests fail as they would. Returns what ends it.
 */
export function keepShownPage(
  shownPath: () => string,
  target: EventTarget = globalThis,
  client: { fetch: typeof fetch } = globalThis,
): () => void {
  const { fetch } = client
  const isForShown = (input: RequestInfo | URL) => {
    // The router hands over an address; so do its links to pages, which are of no concern here.
    if (!(input instanceof URL) || input.origin !== location.origin) return false
    const path = shownPath()
    return input.pathname === `${path}${path.endsWith('/') ? '_' : ''}.data`
  }
  const patient: typeof fetch = async (input, init) => {
    const { method = 'GET', signal } = init ?? {}
    for (let wait = waitMs.least; ; wait = Math.min(wait * 2, waitMs.most)) {
      try {
        const answer = await fetch(input, init)
        return method === 'GET' && isForShown(input) ? await whole(answer) : answer
      } catch (error) {
        if (method !== 'GET' || signal?.aborted || !isForShown(input)) throw error
        await untilOnline(target, wait, signal)
      }
    }
  }
  client.fetch = patient
  return () => {
    // Who wrapped it in the meantime keeps what they wrapped.
    if (client.fetch === patient) client.fetch = fetch
  }
}

/** The same answer when all of it is here: it may break off on its way. */
async function whole(answer: Response): Promise<Response> {
  if (!answer.body) return answer
  const { status, statusText, headers } = answer
  return new Response(await answer.arrayBuffer(), { status, statusText, headers })
}

/** Ends when the network is back or this much time has passed; throws what the signal says when it is aborted. */
async function untilOnline(target: EventTarget, ms: number, signal?: AbortSignal | null): Promise<void> {
  await new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer)
      target.removeEventListener('online', go)
      signal?.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, ms)
    target.addEventListener('online', go)
    signal?.addEventListener('abort', go)
  })
  signal?.throwIfAborted()
}
