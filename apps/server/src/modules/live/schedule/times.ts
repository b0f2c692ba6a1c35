/** An announced stream may begin so long before or after its time. Afterwards it is no longer listed. */
export const graceMinutes = 60
/** Who asked to be reminded is told so long before its time. */
export const noticeMinutes = 10
