// The library as a whole: whoever imports it has all of its modules.
@_exported public import PlayheadAnalysis
@_exported public import PlayheadFiles
@_exported public import PlayheadLadder
@_exported public import PlayheadModel
@_exported public import PlayheadPictures
@_exported public import PlayheadRegression
@_exported public import PlayheadReporting
