/** Transport parameters that NGINX calls otherwise than RFC 9000 §18.2. */
export const PARAMETERS: { readonly [name: string]: string } = {
  idle_timeout: 'max_idle_timeout',
  max_data: 'initial_max_data',
  max_stream_data_bidi_local: 'initial_max_stream_data_bidi_local',
  max_stream_data_bidi_remote: 'initial_max_stream_data_bidi_remote',
  max_stream_data_uni: 'initial_max_stream_data_uni',
};
