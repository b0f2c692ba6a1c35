/** The page of one fan, for the creator whose fan it is: where the server says `isFan`. */
export const fanAddress = (username: string): string => `/creator/audience/${username}`
