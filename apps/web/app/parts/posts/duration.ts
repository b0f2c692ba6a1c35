/** 272000 → '4:32'; an hour and more → '1:04:09'. */
export function clock(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / 1000))
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}
