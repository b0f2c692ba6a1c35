/** An announced stream may begin so long before or after its time. Afterwards it is no longer listed. */
export { scheduledGraceMinutes as graceMinutes } from '@fanlight/contract/limits'
/** Who asked to be reminded is told so long before its time. */
export const noticeMinutes = 10
