const QUIET_MS = 10_000

/**
 * Does the work, and when nothing was said for ten seconds says that it goes on, so that no one takes it for dead. The
 * work gets the `log` to speak through.
 */
export async function patiently(log, what, work) {
  const beganAt = Date.now()
  let loggedAt = beganAt
  const timer = setInterval(() => {
    if (Date.now() - loggedAt < QUIET_MS) return
    loggedAt = Date.now()
    log(`  … ${what} (${Math.round((loggedAt - beganAt) / 1000)} s)`)
  }, 500)
  try {
    return await work((line) => {
      loggedAt = Date.now()
      log(line)
    })
  } finally {
    clearInterval(timer)
  }
}
