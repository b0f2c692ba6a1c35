const QUIET_MS = 10_000

/**
 * Does the work, and when nothing was said for ten seconds says that it goes on, so that nobody takes it for dead. The
 * work gets the `log` to speak through.
 */
export async function patiently(log, what, work) {
  const beganAt = Date.now()
  let saidAt = beganAt
  const timer = setInterval(() => {
    if (Date.now() - saidAt < QUIET_MS) return
    saidAt = Date.now()
    log(`  … ${what} (${Math.round((saidAt - beganAt) / 1000)} s)`)
  }, 500)
  try {
    return await work((line) => {
      saidAt = Date.now()
      log(line)
    })
  } finally {
    clearInterval(timer)
  }
}
