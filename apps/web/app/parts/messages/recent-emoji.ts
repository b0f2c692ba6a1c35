const name = 'fanlight.emoji'
const recentMax = 24

/** Those that were chosen last on this device, the newest first. */
export function recentEmoji(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string').slice(0, recentMax) : []
  } catch {
    // Storage is full or switched off.
    return []
  }
}
export function rememberEmoji(emoji: string): void {
  const next = [emoji, ...recentEmoji().filter((known) => known !== emoji)].slice(0, recentMax)
  try {
    localStorage.setItem(name, JSON.stringify(next))
  } catch {
    // As above.
  }
}
