const EVERY_MS = 10_000

/** Does the work, and says every ten seconds that it goes on, so that nobody takes it for dead. */
export async function patiently(log, what, work) {
  const beganAt = Date.now()
  const timer = setInterval(() => log(`  … ${what} (${Math.round((Date.now() - beganAt) / 1000)} s)`), EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
