import { onTestFinished, vi } from 'vitest'

/** Until the test ends, no cached page expires by time: only an event that the site receives invalidates it. */
export function clockIsFrozen(): void {
  // Vitest's own timers would be moved on by each poll.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  onTestFinished(() => clock.mockRestore())
}
