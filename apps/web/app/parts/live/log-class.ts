import clsx from 'clsx'

/** How the log of a chat stands beside a video, or on phones over it. */
export const logClass = (over: boolean): string =>
  clsx(
    'flex min-h-0 flex-1 flex-col-reverse px-4.5 py-3',
    over && 'max-md:px-3 max-md:mask-[linear-gradient(to_bottom,transparent,black_40%)]',
  )
