/**
 * A page that is left while its data still arrives ends those requests. Firefox then reports each as an error that was not caught
 * (`Error in input stream`); there is no page any more that could show it.
 */
export function endStreamsQuietly(target: EventTarget = globalThis): void {
  let isLeft = false
  target.addEventListener('pagehide', () => (isLeft = true))
  // From the back-forward cache the same page comes back.
  target.addEventListener('pageshow', () => (isLeft = false))
  target.addEventListener('unhandledrejection', (event) => {
    if (isLeft) event.preventDefault()
  })
}
