/** Firefox ends the requests of a page as soon as the next page is requested: how long that may take to answer. */
const passedOnAfterMs = 5_000
type Body = ReadableStream<Uint8Array<ArrayBuffer>>
// Read only for who wants the stream: once it was read, `json()` and its like use it too.
const bodyOf = Object.getOwnPropertyDescriptor(Response.prototype, 'body')?.get

/**
 * A page that is left while its data still arrives ends those requests. Firefox then reports each as an error that was not caught
 * (`Error in input stream`); there is no page any more that could show it.
 */
export function endStreamsQuietly(
  target: EventTarget = globalThis,
  client: { fetch: typeof fetch } = globalThis,
): void {
  let isLeft = false
  target.addEventListener('pagehide', () => (isLeft = true))
  // From the back-forward cache the same page comes back.
  target.addEventListener('pageshow', () => (isLeft = false))
  target.addEventListener('unhandledrejection', (event) => {
    if (isLeft) event.preventDefault()
  })
  // Firefox reports what a page no longer hears. So an error of a stream waits a moment, which a page that is left does not have.
  const { fetch } = client
  client.fetch = async (...request) => {
    const reply = await fetch(...request)
    let shown: Body | null | undefined
    const get = () => {
      const body = bodyOf?.call(reply) as Body | null
      return (shown ??= body && patient(body))
    }
    return Object.defineProperty(reply, 'body', { get })
  }
}

/** The same stream; it is taken when it is first read, so that `json()` and its like still read the reply itself. */
function patient(body: Body): Body {
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined
  return new ReadableStream(
    {
      pull: (controller) =>
        (reader ??= body.getReader()).read().then(
          ({ done, value }) => (done ? controller.close() : controller.enqueue(value)),
          (error: unknown) =>
            new Promise((_, reject) => {
              setTimeout(reject, passedOnAfterMs, error)
            }),
        ),
      cancel: (reason) => (reader ? reader.cancel(reason) : body.cancel(reason)),
    },
    { highWaterMark: 0 },
  )
}
