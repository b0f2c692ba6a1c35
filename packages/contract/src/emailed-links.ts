/** So long a link works that came by mail: to confirm an address, to choose a new password, to change the address. */
export const mailedLinkMinutes = 30
