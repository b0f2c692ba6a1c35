// The light build has the same shape and ships no types of its own.
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
