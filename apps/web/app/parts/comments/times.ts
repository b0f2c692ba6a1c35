/** A piece of a text: as it is, or with the second that it names. */
export interface TimePart {
  text: string
  second?: number
}

const times = /(?<![\d:.])(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)(?![\d:])/g

/** Splits a text at the places of a video that it names, such as 7:52 or 1:02:30, up to its length in seconds. */
export function timeParts(text: string, length: number): TimePart[] {
  const parts: TimePart[] = []
  let done = 0
  for (const match of text.matchAll(times)) {
    const [shown, hours, minutes, seconds] = match
    const second = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)
    if (second > length || (hours !== undefined && Number(minutes) > 59)) continue
    if (match.index > done) parts.push({ text: text.slice(done, match.index) })
    parts.push({ text: shown, second })
    done = match.index + shown.length
  }
  if (done < text.length) parts.push({ text: text.slice(done) })
  return parts
}
