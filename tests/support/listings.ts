/** Listings of logs as servers and people save them, and how many logs each lists; texts that look alike and list none. */
export const LISTINGS: readonly (readonly [name: string, text: string, logs: number])[] = [
  [
    'index.html',
    '<!DOCTYPE HTML>\n<html><head><title>Directory listing for /logs/</title></head><body><ul>' +
      '<li><a href="../">..</a></li><li><a href="a.sqlog">a.sqlog</a></li><li><a href=\'b.qlog.gz\'>b</a></li>' +
      '<li><a class=x href=b.qlog.gz>again</a></li><li><a href="README.txt">README.txt</a></li></ul></body></html>',
    2,
  ],
  ['urls.txt', '# of today\nhttps://logs.example/a\nhttps://logs.example/b.sqlog\n', 2],
  ['urls.qlog', 'https://logs.example/a.sqlog\n', 1],
  ['names.txt', 'a.sqlog\nb.sqlog\nc.sqlog.gz\n', 3],
  ['list.json', '["a.sqlog","b.sqlog"]', 2],
  ['nginx.json', '[{"name":"a.sqlog","type":"file"},{"name":"b.qlog.gz","type":"file"}]', 2],
];

export const NO_LISTINGS: readonly (readonly [name: string, text: string])[] = [
  ['page.html', '<html><body><a href="/about">About</a> a.sqlog</body></html>'],
  ['words.txt', 'a.sqlog is the log of today\n'],
  ['numbers.json', '[1,2]'],
];
