interface ImportMetaEnv {
  /** Where the message files are; `build-tools/locale-files.ts` puts them there. */
  readonly LOCALES_AT: string
}
