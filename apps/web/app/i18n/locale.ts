export const isJapanese = (locale: string): boolean => locale.startsWith('ja')
