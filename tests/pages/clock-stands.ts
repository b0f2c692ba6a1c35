import { onTestFinished, vi } from 'vitest'

/** Until the test ends, no kept page goes by itself: only a fact that the site hears takes it away. */
export function clockStands(): void {
  // Vitest's own timers would be moved on by each poll.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  onTestFinished(() => clock.mockRestore())
}
