"""The Spark job of qlogscope: judges every trace below a folder, and appends the rows to Parquet tables."""

__version__ = "0.1.0"
