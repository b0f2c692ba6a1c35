/** What is asked for, by which its sheet is found again after the pages of the card and the bank. */
export const privateShowOf = (performerId: string): string => `private-show:${performerId}`
export const groupShowOf = (performerId: string): string => `group-show:${performerId}`
